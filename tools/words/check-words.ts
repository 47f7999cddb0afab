// `npm run words`: compiles the catalogs of all languages, and checks them.
import { runCommand } from '../setup/command.ts';
import { catalogLanguages, compileWordsIfChanged } from './compile.ts';

const usage = `Usage: npm run words
  Compiles the catalogs of src/shared/language to the functions in its folder “generated”, if a catalog has changed, and
  checks them: parameters, plural forms, lengths of labels, terms (terms.md), names of the interface in quotation marks,
  endings, one translation for the same English, typography. Ends with 1 when a check fails.
  --compile   do not check
  --help      print this`;

const options = { compile: { type: 'boolean' } } as const;

await runCommand({ name: 'words', usage, options }, async ({ values }) => {
  const compiled = await compileWordsIfChanged();
  if (values.compile === true) return 0;
  // Not imported at the top of the file: `npm start` compiles the words without the packages that the checks import.
  const { checkCatalogs } = await import('./checks.ts');
  const languages = catalogLanguages();
  const { messages, faults } = checkCatalogs(languages);
  for (const fault of faults) console.error(fault);
  console.log(
    `${messages} messages in ${languages.join(', ')}: ${compiled ? 'compiled' : 'not changed'}, ${faults.length} faults`,
  );
  return faults.length === 0 ? 0 : 1;
});
