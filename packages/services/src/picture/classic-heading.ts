/**
 * The top of a page in the classic layout.
 *
 * @param archive the address of the list of all days
 */
export const classicHeading = (
  archive: string,
): string => `<body BGCOLOR="#F4F4FF" text="#000000" link="#0000FF" vlink="#7F0F9F"
alink="#FF0000">

<center>
<h1> Astronomy Picture of the Day </h1>
<p>

<a href="${archive}">Discover the cosmos!</a>
Each day a different image or photograph of our fascinating universe is
featured, along with a brief explanation written by a professional astronomer.
<p>
`;
