import { z } from 'zod';
import { languages, type FormatChoices, type LanguageState } from './language.ts';

export const languageSchema = z.enum(languages);

export const formatChoicesSchema: z.ZodType<FormatChoices, FormatChoices> = z.object({
  units: z.enum(['automatic', 'km', 'miles']),
  hours: z.enum(['automatic', '12', '24']),
});

export const languageStateSchema: z.ZodType<LanguageState, LanguageState> = z.object({
  language: languageSchema,
  formats: z.string(),
});
