/**
 * One warm Vitest in a process of its own: it transforms a file again only after a change. The parent sends a `Task`
 * over IPC and receives a `Report`; it kills this process when a task exceeds its time limit.
 */
import { createVitest, type Reporter, type TestModule } from 'vitest/node';

export interface Task {
  /** Absolute path of the file that is changed during this task. */
  readonly changed: string;
  /** Absolute paths. */
  readonly tests: readonly string[];
}

export interface Report {
  /** Full names of the tests that failed, or the error of a file that could not be run. */
  readonly failures: readonly {
    readonly file: string;
    readonly name: string;
    readonly message: string;
  }[];
}

const silent: Reporter = {};

const projects = process.argv.slice(2);
const vitest = await createVitest(
  {
    watch: false,
    project: projects,
    reporters: [silent],
    maxWorkers: 1,
    // The time limit after which a mutant that makes a test wait forever is noticed.
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

async function runTask({ changed, tests }: Task): Promise<Report> {
  vitest.invalidateFile(changed);
  const specifications = tests.flatMap((test) => vitest.getModuleSpecifications(test));
  const all = await vitest.runTestSpecifications(specifications);
  // The file has its original content again when the next task begins.
  vitest.invalidateFile(changed);
  // Vitest's state still holds the modules of earlier tasks.
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
