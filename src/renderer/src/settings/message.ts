/** What a row says under its control: how a test ended, or why what was entered was not taken. */
export interface Message {
  readonly words: string;
  readonly tone: 'calm' | 'good' | 'bad';
}
