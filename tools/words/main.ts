import { ensureWords } from './compile.ts';

await ensureWords();
