import * as React from 'react';
import type { FC, ReactNode } from 'react';

interface ButtonProps extends React.HTMLAttributes<HTMLButtonElement> {
  label: string;
  busy?: boolean;
}

type Theme = 'light' | 'dark';

/** A button. */
export const Button: FC<ButtonProps> = ({ label, busy = false, ...rest }) => {
  const ref = React.useRef<HTMLButtonElement>(null);
  function focus(): void {
    ref.current?.focus();
  }
  return (
    <button ref={ref} {...rest} onMouseEnter={focus}>
      {busy ? <Spinner /> : label} text: function hidden() {'{'}
    </button>
  );
};

export function Spinner(): JSX.Element {
  return <i aria-label="busy">…</i>;
}

// Works for any item.
export function List<T extends { id: string }>(props: {
  items: readonly T[];
  render: (item: T) => ReactNode;
}): JSX.Element {
  return (
    <ul>
      {props.items.map((item) => (
        <li key={item.id}>{props.render(item)}</li>
      ))}
    </ul>
  );
}

const generic = <T,>(value: T): T => value;

export const Context = React.createContext<Theme>('light');

export function useTheme(): [Theme, (theme: Theme) => void];
export function useTheme(initial: Theme): [Theme, (theme: Theme) => void];
export function useTheme(initial: Theme = 'light'): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = React.useState<Theme>(initial);
  return [theme, setTheme];
}

interface State {
  readonly open: boolean;
}

@observer
export default class App extends React.Component<{ title: string }, State> {
  static contextType = Context;
  state: State = { open: false };

  private toggle = (): void => {
    this.setState(({ open }) => ({ open: !open }));
  };

  @bound
  protected renderItem<T>(item: T): ReactNode {
    return (
      <>
        <dt>{String(item)}</dt>
        <dd>&copy;</dd>
      </>
    );
  }

  override render(): ReactNode {
    return (
      <Context.Provider value="dark">
        <h1>{this.props.title!}</h1>
        <Button label="Toggle" onClick={this.toggle} />
        <List<{ id: string }> items={[{ id: 'a' }]} render={(item) => <b>{item.id}</b>} />
        {this.state.open && this.renderItem(1)}
      </Context.Provider>
    );
  }
}

export enum Size {
  Small,
  Large = 2,
}

export namespace Styles {
  export const wide = { width: 10 } as const;
}
