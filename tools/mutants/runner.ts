/**
 * One Vitest that keeps running in a separate process and transforms a file again only after a change. The parent sends
 * a `Task` over IPC and receives a `Report`. The parent kills this process when a task exceeds its time limit.
 */
import { createVitest, type Reporter, type TestModule } from 'vitest/node';

export interface Task {
  /** Absolute path of the file that has other content during this task. */
  readonly changed: string;
  /** Absolute paths of the test files. */
  readonly tests: readonly string[];
}

export interface Report {
  /** The full names of the tests that failed, or the error of a test file that could not be run. */
  readonly failures: readonly {
    readonly file: string;
    readonly name: string;
    readonly message: string;
  }[];
}

const silentReporter: Reporter = {};

const projects = process.argv.slice(2);
const vitest = await createVitest(
  {
    watch: false,
    project: projects,
    reporters: [silentReporter],
    maxWorkers: 1,
    // The time limit of a test in milliseconds, long enough for a busy machine. A mutant may make a test wait forever;
    // this limit ends the test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
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

async function runTask({ changed, tests }: Task): Promise<Report> {
  vitest.invalidateFile(changed);
  const specifications = tests.flatMap((test) => vitest.getModuleSpecifications(test));
  const all = await vitest.runTestSpecifications(specifications);
  // When the next task begins, the file has its original content again.
  vitest.invalidateFile(changed);
  // Vitest's state also contains the modules of earlier tasks.
  const testModules = all.testModules.filter(({ moduleId }) => tests.includes(moduleId));
  const unhandled = all.unhandledErrors.map((error) => ({
    file: '',
    name: 'an error outside of the tests',
    message: firstLine(error as Error),
  }));
  return { failures: [...testModules.flatMap(failuresOf), ...unhandled] };
}

process.on('message', (task: Task) => {
  void runTask(task).then((report) => process.send?.(report));
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
