// `npm run words`: compiles the catalogs of all languages.
import { runCommand } from '../setup/command.ts';
import { ensureWords } from './compile.ts';

const usage = `Usage: npm run words
  Compiles the catalogs of src/shared/language to the functions in its folder “generated”, if a catalog has changed.
  --help   print this`;

await runCommand({ name: 'words', usage }, async () => {
  const compiled = await ensureWords();
  console.log(compiled ? 'The words are compiled.' : 'No catalog has changed.');
  return 0;
});
