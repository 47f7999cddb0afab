// npm run release:keys -- FILE
// npm run release:sign -- FOLDER [--key FILE]... [--days N] [--notes FILE]
// npm run release:verify -- FOLDER [--public KEY]...
import { readFileSync } from 'node:fs';
import { publicKeyFrom } from '#updates/install/signature.ts';
import { runCommand, UsageError, wholeNumber } from '../setup/command.ts';
import { RefusalError } from '../setup/process.ts';
import { makeKeys, privateKeyFrom, publicText } from './keys.ts';
import { manifestsIn, signManifest, verifyManifest } from './manifests.ts';

const usage = `Usage: npm run release:keys -- FILE
       npm run release:sign -- FOLDER [--key FILE]... [--days N] [--notes FILE]
       npm run release:verify -- FOLDER [--public KEY]...
The private key may also be in OVERHEAD_RELEASE_KEY (PEM), the public ones in OVERHEAD_UPDATE_KEYS.

Exit code: 0 when it is done, or all signatures are good; 1 when not; 2 for a wrong command line.`;

/**
 * The usual validity, half a year: longer than the time between releases, and short enough that withheld updates are
 * noticed.
 */
const defaultDays = 180;
const maxDays = 400;

const options = {
  key: { type: 'string', multiple: true },
  public: { type: 'string', multiple: true },
  days: { type: 'string', default: String(defaultDays) },
  notes: { type: 'string' },
} as const;
interface Values {
  readonly key?: string[];
  readonly public?: string[];
  readonly days: string;
  readonly notes?: string;
}

/** Returns the text of a file that the command line names. Throws a RefusalError. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new RefusalError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    });
  }
}

function makeReleaseKeys(file: string): void {
  const text = makeKeys(file);
  console.log(
    `The private key is in ${file}, for its owner only. Keep it off every server but one.`,
  );
  console.log(`Public key, for OVERHEAD_UPDATE_KEYS: ${text}`);
}

async function signRelease(folder: string, values: Values): Promise<void> {
  const { OVERHEAD_RELEASE_KEY: given = '' } = process.env;
  const pems = values.key?.map(textOf) ?? [given];
  if (pems.some((pem) => pem.trim() === ''))
    throw new RefusalError('no private key: give --key FILE or OVERHEAD_RELEASE_KEY');
  const days = wholeNumber('--days', values.days, 1, maxDays);
  const notes = values.notes === undefined ? null : textOf(values.notes);
  const signing = { keys: pems.map(privateKeyFrom), now: Date.now(), days, notes };
  for (const name of manifestsIn(folder)) {
    const { version, files, expires } = await signManifest(folder, name, signing);
    const until = new Date(expires).toISOString().slice(0, 10);
    console.log(`signed ${name}: ${version}, ${files.length} files, until ${until}`);
  }
  console.log(`by ${signing.keys.map(publicText).join(', ')}`);
}

async function verifyRelease(folder: string, values: Values): Promise<void> {
  const { OVERHEAD_UPDATE_KEYS: given = '' } = process.env;
  const texts = values.public ?? given.split(',').filter((text) => text !== '');
  const parsed = texts.map((text) => publicKeyFrom(text.trim())).filter((key) => key !== null);
  if (parsed.length === 0 || parsed.length < texts.length)
    throw new RefusalError('no usable public key: give --public KEY or OVERHEAD_UPDATE_KEYS');
  for (const name of manifestsIn(folder)) {
    const manifest = await verifyManifest(folder, name, parsed, Date.now());
    console.log(`good ${name}: ${manifest.version}, ${manifest.files.length} files`);
  }
}

const commands = { keys: makeReleaseKeys, sign: signRelease, verify: verifyRelease };

await runCommand(
  { name: 'release', usage, options, allowPositionals: true },
  async ({ values, positionals: [command = '', target, ...more] }) => {
    if (!Object.hasOwn(commands, command)) throw new UsageError(`there is no '${command}'`);
    if (target === undefined || more.length > 0)
      throw new UsageError('give one file for the keys, or one folder');
    await commands[command as keyof typeof commands](target, values);
    return 0;
  },
);
