/** The size of a thumbnail in pixels: 3:2, and sharp in a grid also on a display of double density. */
export const thumbnailSize = { width: 480, height: 320 };

/** Returns the name of a picture file's thumbnail, a JPEG file. The same picture bytes give the same name. */
export const thumbnailName = (pictureName: string): string =>
  `${pictureName.replace(/\.\w+$/, '')}.jpg`;
