// `npm run words`: compiles the catalogs of all languages, and checks them.
import { runCommand, UsageError } from '../setup/command.ts';
import { compileWordsIfChanged } from './compile.ts';

const usage = `Usage: npm run words
  Compiles the catalogs of src/shared/language to the functions in its folder “generated”, if a catalog has changed, and
  checks them: parameters, plural forms, lengths of labels, terms (terms.md), names of the interface in quotation marks,
  endings, one translation for the same English, typography, translations whose English text has changed since.
  Ends with 1 when a check fails. Records new and changed messages in src/locales/read.json.
  --compile   do not check
  --read KEY  the translations of this message were read beside the new English text and are right; several times for
              several messages
  --help      print this`;

const options = { compile: { type: 'boolean' }, read: { type: 'string', multiple: true } } as const;

await runCommand({ name: 'words', usage, options }, async ({ values }) => {
  const compiled = await compileWordsIfChanged();
  if (values.compile === true) return 0;
  // Not imported at the top of the file: `npm start` compiles the words without the packages that the checks import.
  const { checkCatalogs, readCatalogs } = await import('./checks.ts');
  const { readRecord, updatedRecord, writeRecord } = await import('./read-translations.ts');
  const catalogs = readCatalogs();
  const readKeys = values.read ?? [];
  const unknownKey = readKeys.find((key) => catalogs.get('en')?.has(key) !== true);
  if (unknownKey !== undefined) throw new UsageError(`no message has the key ${unknownKey}`);
  writeRecord(updatedRecord(catalogs, readRecord(), readKeys));
  const { messages, faults } = checkCatalogs(catalogs);
  for (const fault of faults) console.error(fault);
  console.log(
    `${messages} messages in ${[...catalogs.keys()].join(', ')}: ${compiled ? 'compiled' : 'not changed'}, ${faults.length} faults`,
  );
  return faults.length === 0 ? 0 : 1;
});
