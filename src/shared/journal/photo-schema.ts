import { z } from 'zod';
import { instantSchema } from '../instant.ts';
import { maxPhotoBytes } from './photo.ts';

/** When the photo of a post was added, in milliseconds since the Unix epoch; null: the post has none. */
export const photoTimeSchema = instantSchema.int().nullable();

/** The input of `journal.addPhoto`: a file that the user chose. */
export const newPhotoSchema = z.object({
  id: z.uuid(),
  file: z
    .instanceof(Uint8Array<ArrayBuffer>)
    .refine(({ byteLength }) => byteLength <= maxPhotoBytes, 'the file is too large'),
});
export type NewPhoto = z.infer<typeof newPhotoSchema>;

/** The input of `journal.usePhoto`: an earlier photo of the post; null: no photo. */
export const photoChoiceSchema = z.object({ id: z.uuid(), at: photoTimeSchema });
export type PhotoChoice = z.infer<typeof photoChoiceSchema>;

/** The longest Base64 text of a photo in an import, in characters: 8 MiB, which no photo of 2048 × 2048 pixels needs. */
export const maxPhotoCharacters = 4 * Math.ceil((8 * 2 ** 20) / 3);
