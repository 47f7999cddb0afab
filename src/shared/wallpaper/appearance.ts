import { z } from 'zod';

export const cornerSchema = z.enum(['bottom-right', 'bottom-left', 'top-right', 'top-left']);
export type Corner = z.infer<typeof cornerSchema>;

/** The look of the wallpaper, apart from the picture and its fit. */
export const appearanceSchema = z
  .object({
    /** Position and size of the caption. Whether there is a caption is a setting of its own. */
    corner: cornerSchema,
    size: z.enum(['small', 'medium', 'large']),
    says: z.enum(['title', 'title-credit', 'title-date', 'title-credit-date']),
    /** How much of the explanation of the picture is below the caption. */
    explanation: z.enum(['none', 'first', 'all']),
    /**
     * The background of a picture that does not fill the display: the picture itself, blurred and darkened; the mean
     * colour of its edges; or `colour`.
     */
    background: z.enum(['blurred', 'matched', 'colour']),
    colour: z.string().regex(/^#[0-9a-f]{6}$/),
    /** When the picture is darkened: never, while the theme is dark, or from sunset to sunrise. */
    dimming: z.enum(['never', 'dark', 'evening']),
    /** By how much the picture is darkened. */
    dimPercent: z.int().min(10).max(80),
    /** Whether the next visible pass of the night is drawn into a corner. */
    tonight: z.boolean(),
  })
  .readonly();
export type Appearance = z.infer<typeof appearanceSchema>;

export const defaultAppearance: Appearance = {
  corner: 'bottom-right',
  size: 'medium',
  says: 'title-credit',
  explanation: 'none',
  background: 'blurred',
  colour: '#000000',
  dimming: 'never',
  dimPercent: 40,
  tonight: false,
};
