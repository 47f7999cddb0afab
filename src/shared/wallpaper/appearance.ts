import { defaultSettings, schemaAt, type Settings } from '../settings/settings.ts';

/** The look of the wallpaper, apart from the picture and its fit. */
export type Appearance = Readonly<Settings['wallpaper']['appearance']>;
export const appearanceSchema = schemaAt('wallpaper.appearance');
export const defaultAppearance: Appearance = defaultSettings.wallpaper.appearance;

export type Corner = Appearance['corner'];
export const cornerSchema = schemaAt('wallpaper.appearance.corner');
