/** The first day that the picture service knows. */
export const firstPictureDate = '1995-06-16';
