import { answer, type Paths } from './parts.ts';

const position = {
  message: 'success',
  timestamp: 1795257600,
  iss_position: { latitude: '12.3456', longitude: '-45.6789' },
};

/** The position service. */
export const positionPaths = (): Paths => ({
  '/iss-now.json': {
    get: {
      operationId: 'readPosition',
      summary: 'Where the space station is',
      description:
        'Changes once a second. Every other path or method of this service is 400 with the message `Not found`.',
      responses: { 200: answer('The point below the station.', 'Position', { position }) },
    },
  },
});
