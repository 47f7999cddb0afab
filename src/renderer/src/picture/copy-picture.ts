/**
 * Puts a picture of the app’s own address on the clipboard. Clipboards take PNG alone, so the page, which is
 * sandboxed, decodes it and encodes it again: main never decodes a picture. Rejects when the system does not take it.
 */
export async function copyPicture(source: string): Promise<void> {
  const png = async (): Promise<Blob> => {
    const answer = await fetch(source);
    const picture = await createImageBitmap(await answer.blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    picture.close();
    return canvas.convertToBlob({ type: 'image/png' });
  };
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': png() })]);
}
