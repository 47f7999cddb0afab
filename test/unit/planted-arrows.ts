/** Imports that the architecture forbids, by the file that would hold them. */
export const brokenArrows: Readonly<Record<string, string>> = {
  'src/main/planted-tools.ts': "import '#tools/planted.ts';",
  'src/main/updates/planted-tests.ts': "import '#test/support/seed.ts';",
};
