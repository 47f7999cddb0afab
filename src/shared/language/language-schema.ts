import { z } from 'zod';
import { languages, type LanguageState } from './language.ts';

const languageSchema = z.enum(languages);

export const languageStateSchema: z.ZodType<LanguageState, LanguageState> = z.object({
  language: languageSchema,
  formats: z.string(),
});
