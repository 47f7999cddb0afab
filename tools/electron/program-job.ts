/** The input of the program in Electron, as JSON in `RULES_JOB`. */
export interface ProgramJob {
  /** The rules to check, as indices in `checkedRules`. */
  readonly rules: readonly number[];
  /** The folder of the built pages of the app. */
  readonly pages: string;
  /** The paths of the pictures to compose, by a name such as `4K`. */
  readonly pictures: Readonly<Record<string, string>>;
}

export const programJob = (): ProgramJob =>
  JSON.parse(process.env['RULES_JOB'] ?? '') as ProgramJob;
