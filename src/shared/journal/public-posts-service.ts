/** The address of the public posts service: it accepts posts, but stores none. */
export const publicPostsUrl = 'https://jsonplaceholder.typicode.com';
