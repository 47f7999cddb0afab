declare module 'virtual:places' {
  /** The address of the file of towns. */
  const url: string;
  export default url;
}
