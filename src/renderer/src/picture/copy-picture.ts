/**
 * Copies a picture at the app’s own address to the clipboard. Clipboards accept only PNG, so the sandboxed page decodes
 * and encodes the picture: main never decodes one. Rejects when the system refuses.
 */
export async function copyPicture(source: string): Promise<void> {
  const encodePng = async (): Promise<Blob> => {
    const answer = await fetch(source);
    const picture = await createImageBitmap(await answer.blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    picture.close();
    return canvas.convertToBlob({ type: 'image/png' });
  };
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': encodePng() })]);
}
