/**
 * What may be written down of a text: addresses lose their query and their user, in which a key may be, and so does
 * whatever names a key with its value. Secrets that are known go wherever they stand, also as a URL writes them.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  const hidden = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [...new Set([secret, encodeURIComponent(secret)])])
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
  return hidden
    .replaceAll(/\b([a-z][a-z\d+.-]*:\/\/)[^\s/?#@]*@/gi, '$1…@')
    .replaceAll(/(https?:\/\/[^\s?#]+)[?#]\S*/gi, '$1?…')
    .replaceAll(
      /\b((?:api[_-]?key|authorization|x-api-key)["']?\s*[=:]\s*["']?)(?:(?:basic|bearer)\s+)?[^\s"'&,;]+/gi,
      '$1…',
    );
}
