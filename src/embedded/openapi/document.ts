import { controlPaths } from './control.ts';
import { type Operation, type Paths, problemAnswer } from './parts.ts';
import { picturePaths } from './picture.ts';
import { positionPaths } from './position.ts';
import { postsPaths } from './posts.ts';
import { componentSchemas } from './schemas.ts';
import { successorPaths } from './successor.ts';

/** Where the services answer, without a slash at the end. */
export interface ServiceBases {
  readonly posts: string;
  readonly position: string;
  readonly picture: string;
  readonly control: string;
}

const description = `Three mock services and their control, each on a listener of its own: every path names its server.
What is described is what they do while no scenario is on; \`GET /scenarios\` lists the scenarios, which may answer
anything. HEAD is answered wherever GET is.`;

const tags = [
  { name: 'posts', description: 'Posts 1 to 100 exist; nothing is stored.' },
  { name: 'position', description: 'Where the space station is.' },
  { name: 'picture', description: 'The astronomy picture of the day, v1, and its files.' },
  { name: 'successor', description: 'The same pictures, as the successor of v1 gives them.' },
  { name: 'control', description: 'Clock, scenarios and requests of the services.' },
];

const refused = problemAnswer(
  'Refused before the service sees it: bytes that are no request, a foreign Host (421), headers too large (431).',
  'Misdirected Request',
  'the Host header must be 127.0.0.1 or localhost, with the port',
);

/**
 * The OpenAPI 3.1 description of all the services, from the schemas that check requests and answers. Made anew for
 * each call: it takes milliseconds and is seldom asked for, and kept it would take memory.
 */
export function openApiDocument(bases: ServiceBases): object {
  const { posts, position, picture, control } = bases;
  return {
    openapi: '3.1.0',
    info: { title: 'Overhead: embedded services', version: '1.0.0', description },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: control, description: 'control' }],
    tags,
    paths: {
      ...served('posts', posts, postsPaths()),
      ...served('position', position, positionPaths()),
      ...served('picture', picture, picturePaths(picture)),
      ...served('successor', picture, successorPaths(picture)),
      ...served('control', control, controlPaths()),
    },
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'query',
          name: 'api_key',
          description: '`DEMO_KEY`, or the key that the services were started with.',
        },
        controlToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `control_token` that the services print when they are ready.',
        },
      },
    },
  };
}

/** Paths with their server, and with what every operation has. */
function served(tag: string, url: string, paths: Paths): object {
  const complete = (operation: Operation) => ({
    ...operation,
    tags: [tag],
    security: operation.security ?? [],
    responses: { ...operation.responses, default: refused },
  });
  const items = Object.entries(paths).map(([path, operations]) => {
    const methods = Object.entries(operations).map(
      ([method, operation]) => [method, complete(operation)] as const,
    );
    return [
      path,
      { servers: [{ url, description: tag }], ...Object.fromEntries(methods) },
    ] as const;
  });
  return Object.fromEntries(items);
}
