import React, { useState } from 'react';

const THEMES = ['light', 'dark'];

/** A button. */
export function Button({ label, onClick, ...rest }) {
  const [busy, setBusy] = useState(false);
  const click = async (event) => {
    setBusy(true);
    await onClick(event);
  };
  return (
    <button {...rest} onClick={click} disabled={busy}>
      {busy ? <Spinner size={2} /> : label} {'}'} text: function hidden() {'{'}
    </button>
  );
}

// A list.
export const List = ({ items, render = (item) => <b>{item}</b> }) => (
  <ul className="list">
    {items.map((item, index) => (
      <li key={index}>{render(item)}</li>
    ))}
  </ul>
);

const Spinner = React.memo(function Spinner({ size }) {
  return <i style={{ width: size }}>…</i>;
});

export default class App extends React.Component {
  static defaultProps = { title: 'App' };

  state = { open: false, theme: THEMES[0] };

  toggle = () => {
    this.setState(({ open }) => ({ open: !open }));
  };

  componentDidMount() {
    document.title = this.props.title;
  }

  renderItem(item) {
    return (
      <>
        <dt>{item.name}</dt>
        <dd>&copy; {item.value}</dd>
      </>
    );
  }

  render() {
    const { open } = this.state;
    return (
      <main>
        <h1>{this.props.title}</h1>
        <Button label="Toggle" onClick={this.toggle} />
        {open && (
          <List
            items={['a', 'b']}
            render={(item) => <Item.Row {...item}>{item}</Item.Row>}
          />
        )}
      </main>
    );
  }
}

export function useTheme(initial = 'light') {
  const [theme, setTheme] = useState(initial);
  React.useEffect(() => {
    document.body.dataset.theme = theme;
    return () => {
      delete document.body.dataset.theme;
    };
  }, [theme]);
  return [theme, setTheme];
}

const withTheme = (Inner) =>
  function Themed(props) {
    const [theme] = useTheme();
    return <Inner theme={theme} {...props} />;
  };

function Text({ children }) {
  return <p title='a > b'>{/* a comment */}{children}</p>;
}
