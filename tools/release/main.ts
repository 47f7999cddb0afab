// npm run release:keys -- FILE
// npm run release:sign -- FOLDER [--key FILE]... [--days N] [--notes FILE]
// npm run release:verify -- FOLDER [--public KEY]...
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { publicKeyFrom } from '#updates/install/signature.ts';
import { Refusal } from '../setup/process.ts';
import { makeKeys, privateKeyFrom, publicText } from './keys.ts';
import { manifestsIn, signManifest, verifyManifest } from './manifests.ts';

const usage = `usage: release:keys -- FILE
       release:sign -- FOLDER [--key FILE]... [--days N] [--notes FILE]
       release:verify -- FOLDER [--public KEY]...
The private key may also be in OVERHEAD_RELEASE_KEY (PEM), the public ones in OVERHEAD_UPDATE_KEYS.`;

/** Half a year: enough to go without a release, not enough to be forgotten. */
const usualDays = 180;
const mostDays = 400;

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        key: { type: 'string', multiple: true },
        public: { type: 'string', multiple: true },
        days: { type: 'string' },
        notes: { type: 'string' },
      },
    });
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n${usage}`);
  }
}
type Values = ReturnType<typeof parse>['values'];

function keys(file: string): void {
  const text = makeKeys(file);
  console.log(
    `The private key is in ${file}, for its owner only. Keep it off every server but one.`,
  );
  console.log(`Public key, for OVERHEAD_UPDATE_KEYS: ${text}`);
}

async function sign(folder: string, values: Values): Promise<void> {
  const { OVERHEAD_RELEASE_KEY: given = '' } = process.env;
  const pems = values.key?.map((file) => readFileSync(file, 'utf8')) ?? [given];
  if (pems.some((pem) => pem.trim() === ''))
    throw new Refusal('no private key: give --key FILE or OVERHEAD_RELEASE_KEY');
  const days = Number(values.days ?? usualDays);
  if (!(days >= 1 && days <= mostDays)) throw new Refusal(`--days is from 1 to ${mostDays}`);
  const notes = values.notes === undefined ? null : readFileSync(values.notes, 'utf8');
  const signing = { keys: pems.map(privateKeyFrom), now: Date.now(), days, notes };
  for (const name of manifestsIn(folder)) {
    const { version, files, expires } = await signManifest(folder, name, signing);
    const until = new Date(expires).toISOString().slice(0, 10);
    console.log(`signed ${name}: ${version}, ${files.length} files, until ${until}`);
  }
  console.log(`by ${signing.keys.map(publicText).join(', ')}`);
}

async function verify(folder: string, values: Values): Promise<void> {
  const { OVERHEAD_UPDATE_KEYS: given = '' } = process.env;
  const texts = values.public ?? given.split(',').filter((text) => text !== '');
  const parsed = texts.map((text) => publicKeyFrom(text.trim())).filter((key) => key !== null);
  if (parsed.length === 0 || parsed.length < texts.length)
    throw new Refusal('no usable public key: give --public KEY or OVERHEAD_UPDATE_KEYS');
  for (const name of manifestsIn(folder)) {
    const manifest = await verifyManifest(folder, name, parsed, Date.now());
    console.log(`good ${name}: ${manifest.version}, ${manifest.files.length} files`);
  }
}

const commands = { keys, sign, verify };

try {
  const { positionals, values } = parse();
  const [command = '', target, ...more] = positionals;
  if (!Object.hasOwn(commands, command) || target === undefined || more.length > 0)
    throw new Refusal(usage);
  await commands[command as keyof typeof commands](target, values);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
