/**
 * One Vitest that stays warm, in a process of its own: it transforms a file again only when it changed. The parent
 * sends a `Task` over IPC and gets a `Report`; it ends this process when a task takes too long.
 */
import { createVitest, type Reporter, type TestModule } from 'vitest/node';

export interface Task {
  /** Absolute paths of the files that changed since the task before. */
  readonly changed: readonly string[];
  /** Absolute paths. */
  readonly tests: readonly string[];
  /** Whether to stop at the first failure. */
  readonly bail: boolean;
}

export interface Report {
  /** Full names of the tests that failed, or the error of a file that could not be run. */
  readonly failures: readonly {
    readonly file: string;
    readonly name: string;
    readonly message: string;
  }[];
  readonly passed: number;
  /** How long each test file took. */
  readonly milliseconds: Readonly<Record<string, number>>;
}

const silent: Reporter = {};

const projects = process.argv.slice(2);
const vitest = await createVitest(
  {
    watch: false,
    project: projects,
    reporters: [silent],
    maxWorkers: 1,
    // A mutant that makes a test wait for ever is noticed after this time.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    silent: true,
    bail: 1,
  },
  { logLevel: 'silent' },
);
await vitest.standalone();
await vitest.globTestSpecifications();

const firstLine = (error: { readonly message: string } | undefined): string =>
  (error?.message ?? 'unknown error').split('\n')[0] ?? '';

const failuresOf = (module: TestModule): Report['failures'] => [
  ...module.errors().map((error) => ({
    file: module.relativeModuleId,
    name: 'the file itself',
    message: firstLine(error),
  })),
  ...[...module.children.allTests('failed')].map((test) => ({
    file: module.relativeModuleId,
    name: test.fullName,
    message: firstLine(test.result().errors?.[0]),
  })),
];

async function runTask({ changed, tests, bail }: Task): Promise<Report> {
  for (const file of changed) vitest.invalidateFile(file);
  vitest.config.bail = bail ? 1 : 0;
  for (const project of vitest.projects) project.config.bail = bail ? 1 : 0;
  const specifications = tests.flatMap((test) => vitest.getModuleSpecifications(test));
  const all = await vitest.runTestSpecifications(specifications);
  // Vitest's state still holds the modules of earlier tasks.
  const testModules = all.testModules.filter(({ moduleId }) => tests.includes(moduleId));
  const unhandled = all.unhandledErrors.map((error) => ({
    file: '',
    name: 'an error outside of the tests',
    message: firstLine(error as Error),
  }));
  const milliseconds: Record<string, number> = {};
  for (const module of testModules) {
    const { collectDuration, duration, setupDuration } = module.diagnostic();
    milliseconds[module.relativeModuleId] = Math.round(collectDuration + duration + setupDuration);
  }
  const passed = testModules.flatMap((module) => [...module.children.allTests('passed')]).length;
  return { failures: [...testModules.flatMap(failuresOf), ...unhandled], passed, milliseconds };
}

process.on('message', (task: Task) => {
  void runTask(task).then((report) => process.send?.(report));
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
