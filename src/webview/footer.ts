/** The status line of the chat: which model, how full its window is, what came from its cache, how fast it writes. */
import { button, el, icon, setText, type Post, type View } from './dom';
import { percent, tokens } from './format';
import type { State } from './state';
import { t } from './words';

export function footer(post: Post): View<State> {
  const name = el('span', { class: 'name' });
  const model = button({ class: 'quiet model', title: t('Choose a model') }, () => post({ kind: 'fix', fix: 'choose-model' }), icon('vm'), name);
  const fill = el('span', { class: 'fill' });
  const meter = el('span', { class: 'meter', role: 'meter', 'aria-label': t('Window used'), 'aria-valuemin': '0', 'aria-valuemax': '100' }, fill);
  const used = el('span', {});
  const window = el('span', { class: 'part' }, meter, used);
  const cached = el('span', { class: 'part', title: t('Share of the prompt the server had in its cache') });
  const speed = el('span', { class: 'part', title: t('Speed of the last reply') });
  const node = el('footer', { class: 'status' }, model, window, cached, speed);
  return {
    node,
    update({ model: known, usage, ready }) {
      setText(name, known ? (known.standIn ? t('Stand-in') : known.model) : ready ? t('No model') : t('Connecting…'));
      model.setAttribute('aria-label', t('Model: {0}. Choose a model', name.textContent));
      for (const part of [window, cached, speed]) part.hidden = usage === undefined;
      if (!usage) return;
      const total = usage.prompt + usage.completion;
      const share = percent(total, usage.window);
      const about = usage.estimated ? '~' : '';
      fill.style.width = `${share}%`;
      meter.setAttribute('aria-valuenow', String(share));
      meter.classList.toggle('high', share >= 80);
      setText(used, `${about}${tokens(total)} / ${tokens(usage.window)}`);
      window.title = t('{0} of {1} tokens of the window used ({2} %)', `${about}${total}`, usage.window, share);
      cached.hidden = usage.cached === undefined;
      setText(cached, t('{0} % cached', percent(usage.cached ?? 0, usage.prompt)));
      // A script's speed is nobody's.
      speed.hidden = usage.tokensPerSecond === undefined || known?.standIn === true;
      setText(speed, t('{0} tok/s', Math.round(usage.tokensPerSecond ?? 0)));
    },
  };
}
