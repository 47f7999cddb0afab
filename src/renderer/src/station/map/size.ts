export interface Size {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels for one CSS pixel. */
  readonly ratio: number;
}

/**
 * Calls back with the size of an element, before the next paint and after each change of the size or of the screen's
 * resolution. Returns a function that ends this.
 */
export function followSize(element: Element, tell: (size: Size) => void): () => void {
  const controller = new AbortController();
  const measure = (): void => {
    const { clientWidth: width, clientHeight: height } = element;
    tell({ width, height, ratio: window.devicePixelRatio });
  };
  // A media query is for one resolution only, so each change needs a new query.
  const followRatio = (): void =>
    matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`).addEventListener(
      'change',
      () => {
        measure();
        followRatio();
      },
      { once: true, signal: controller.signal },
    );
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  followRatio();
  return () => {
    observer.disconnect();
    controller.abort();
  };
}
