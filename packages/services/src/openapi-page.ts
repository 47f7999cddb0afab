import { z } from 'zod';

const contentSchema = z.record(z.string(), z.object({ schema: z.unknown().optional() }));

const operationSchema = z.object({
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string().optional(),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), schema: z.unknown() })),
  requestBody: z.object({ content: contentSchema }).optional(),
  responses: z.record(
    z.string(),
    z.object({ description: z.string(), content: contentSchema.optional() }),
  ),
  security: z.array(z.record(z.string(), z.unknown())),
});
type Operation = z.output<typeof operationSchema>;

/** The parts of the services' own OpenAPI document that the page shows. */
const documentSchema = z.object({
  info: z.object({ title: z.string(), description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.looseObject({ servers: z.array(z.object({ url: z.string() })) })),
});

const methods = ['get', 'post', 'put', 'delete'] as const;

/** The OpenAPI document as an HTML page without scripts and without other files. */
export function openApiPage(document: object): string {
  const { info, tags, paths } = documentSchema.parse(document);
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = operationSchema.safeParse(item[method]).data;
      const base = item.servers[0]?.url ?? '';
      return operation === undefined ? [] : [{ method, path, base, operation }];
    }),
  );
  const sections = tags.map(
    (tag) =>
      `<h2>${escapeHtml(tag.name)}</h2>\n<p>${escapeHtml(tag.description)}</p>\n${operations
        .filter(({ operation }) => operation.tags.includes(tag.name))
        .map(operationInHtml)
        .join('\n')}`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(info.title)}</title>
<style>${style}</style>
<h1>${escapeHtml(info.title)}</h1>
<p>${escapeHtml(info.description)}</p>
<p><a href="/openapi.json">openapi.json</a></p>
${sections.join('\n')}
</html>
`;
}

const style = `:root { color-scheme: light dark }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em }
pre { overflow: auto; margin: 0 }
details { margin: 0.25rem 0; padding: 0.25rem 0.75rem; border: 1px solid; border-radius: 4px }
summary { cursor: pointer }
table { border-collapse: collapse; width: 100% }
th, td { padding: 0.25rem 0.5rem; border-top: 1px solid; text-align: start; vertical-align: top }`;

interface ShownOperation {
  readonly method: string;
  readonly path: string;
  readonly base: string;
  readonly operation: Operation;
}

function operationInHtml({ method, path, base, operation }: ShownOperation): string {
  const { summary, description = '', parameters, requestBody, responses, security } = operation;
  const needs = security.flatMap((one) => Object.keys(one)).join(', ');
  const rows = [
    ...parameters.map((one) => rowOf(`${one.in}: ${one.name}`, '', one.schema)),
    ...Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) =>
      rowOf('body', type, schema),
    ),
    ...Object.entries(responses).flatMap(([status, answer]) => {
      const content = Object.entries(answer.content ?? { '': {} });
      return content.map(([type, one]) =>
        rowOf(status, [answer.description, type].filter(Boolean).join(', '), one.schema),
      );
    }),
  ];
  return `<details>
<summary><code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${escapeHtml(summary)}</summary>
<p>${escapeHtml(description)}</p>
<p><code>${escapeHtml(base + path)}</code>${needs === '' ? '' : `, needs <code>${escapeHtml(needs)}</code>`}</p>
<table>${rows.join('\n')}</table>
</details>`;
}

const rowOf = (name: string, words: string, schema: unknown): string =>
  `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${escapeHtml(words)}${
    schema === undefined ? '' : `<pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`
  }</td></tr>`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
