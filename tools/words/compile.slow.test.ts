import { expect, it } from 'vitest';
import { root } from '../setup/paths.ts';
import { runCommandLine } from '../setup/process.ts';

// test/support/built.ts builds the app before the tests. A build in this test would remove files that other tests use.
it('check-words does not compile the catalogs again if the build has compiled them', async () => {
  const words = await runCommandLine(process.execPath, ['tools/words/check-words.ts'], {
    cwd: root,
  });
  expect(words).toMatchObject({ code: 0 });
  expect(words.output).toMatch(/: not changed, 0 faults\n$/);
});
