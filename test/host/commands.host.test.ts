/** A command that fails says what to do now, whatever it stumbled over. */
import assert from 'node:assert/strict';
import { ModelUnavailable } from '../../src/engine/errors';
import { faultMessage } from '../../src/vscode/commands';

describe('the message of a failed command', () => {
  it('ends with the next move', () => {
    assert.equal(faultMessage(new Error('EACCES: permission denied')), 'Whittle: EACCES: permission denied. Try again; the log has the details.');
    assert.equal(faultMessage('odd'), 'Whittle: odd. Try again; the log has the details.');
    assert.equal(faultMessage(new ModelUnavailable('no-model', 'No model is connected.', 'Load one.')), 'Whittle: No model is connected. Load one.');
  });
});
