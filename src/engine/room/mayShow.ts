/** The question before a file that may hold keys is shown to the model. */
import type { Host } from '../ports';
import { nameOf } from '../snapshot/diskPath';
import { originOfParts, type Heard } from './wishOrigin';

const showIt = 'Show It';

/** Says where the file's name stands in what the model has read; `known` is asked anew each time. */
export function mayShowFrom(host: Host, known: () => { readonly heard?: readonly Heard[]; readonly request: string }): (path: string) => Promise<boolean> {
  return async (path) => {
    const { heard = [], request } = known();
    const origin = originOfParts([path, nameOf(path)], heard, request);
    return (await host.ask(`The model asks to read ${path}, which may hold passwords or keys.${origin === undefined ? '' : ` Look twice: ${origin}.`} Show it?`, [showIt, 'Keep It Hidden'])) === showIt;
  };
}
