/** Obvious faults of accessibility in the page, in words; an empty list when there are none. */
export function accessibilityFaults(root: ParentNode = document): string[] {
  const all = (selector: string): HTMLElement[] => [
    ...root.querySelectorAll<HTMLElement>(selector),
  ];
  const faults: string[] = [];
  if (all('h1').length !== 1) faults.push(`${all('h1').length} h1`);
  if (all('main').length !== 1) faults.push(`${all('main').length} main`);
  for (const element of all(
    'a[href], button, input, textarea, [role="img"], [role="region"], nav',
  )) {
    if (nameOf(element) === '') faults.push(`no name: ${element.outerHTML.slice(0, 120)}`);
  }
  for (const image of all('img')) {
    if (!image.hasAttribute('alt')) faults.push(`no alt: ${image.outerHTML.slice(0, 120)}`);
  }
  for (const attribute of ['aria-labelledby', 'aria-describedby', 'aria-controls']) {
    for (const element of all(`[${attribute}]`)) {
      const id = element.getAttribute(attribute) ?? '';
      if (document.getElementById(id) === null) faults.push(`${attribute} points nowhere: ${id}`);
    }
  }
  const ids = all('[id]').map(({ id }) => id);
  const doubled = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (doubled.length > 0) faults.push(`ids used twice: ${doubled.join(', ')}`);
  for (const element of all('[tabindex]')) {
    if (element.tabIndex > 0) faults.push(`a tab order of its own: ${element.tagName}`);
  }
  return faults;
}

function nameOf(element: HTMLElement): string {
  const labels =
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      ? [...(element.labels ?? [])].map((label) => label.textContent)
      : [];
  const own = [element.getAttribute('aria-label'), ...labels, element.textContent];
  return own.join('').trim();
}
