/** The header with which the composing page receives the still of a film. */
export const stillHeader = 'x-still';
