import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 32 hexadecimal digits that nobody can guess. */
export const newToken = (): string => randomBytes(16).toString('hex');

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether an `Authorization` header shows the token. How long it takes says nothing of the token. */
export function createTokenCheck(token: string): (header: string | undefined) => boolean {
  const expected = hash(token);
  return (header) => {
    const given = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
    return given !== undefined && timingSafeEqual(hash(given), expected);
  };
}
