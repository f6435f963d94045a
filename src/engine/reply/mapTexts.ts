/** Does the same to every text of a value, such as the arguments of a call. */

/** At any depth of lists and objects; their keys and all else stay. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  const changed = (one: unknown): unknown => {
    if (typeof one === 'string') return change(one);
    if (Array.isArray(one)) return one.map(changed);
    return typeof one === 'object' && one !== null ? Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, changed(inner)])) : one;
  };
  return changed(value) as T;
}
