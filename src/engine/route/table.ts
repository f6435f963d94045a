/** The router's table: what in a person's words speaks for or against a category. Data only. */
import type { Category } from '../../shared/events';

export interface Signal {
  readonly category: Category;
  readonly pattern: RegExp;
  /** 1.0 to 3.5 for, -1.5 to -3 against. */
  readonly weight: number;
}

const row = (category: Category, weight: number, pattern: RegExp): Signal => ({ category, weight, pattern });

/** A file's name or path, or code in backticks. */
const target = /(?:[\w-]+\/)*[\w.-]+\.[a-z]\w{0,4}\b|`[^`\n]+`/iu;

export const signals: readonly Signal[] = [
  row('write', 3, /\b(?:fix|repair|correct|patch|refactor|rewrite|reimplement|implement|simplif(?:y|ies)|optimi[sz]e|modif(?:y|ies)|extend|inline|extract|migrate|convert|translate|port|document)\b/iu),
  row('write', 3, /\b(?:add|create|write|make|build|generate|insert|append|introduce|delete|remove|drop|replace|change|update|edit|move|set|handle|support|complete|finish)\b(?!.{0,12}\?$)/iu),
  row('write', 1.5, /\b(?:bug|broken|wrong result|fails?|failing|crash(?:es)?|doesn'?t work|unfinished|incomplete|typo|docstring|comment|type hints?)\b/iu),
  row('write', 1, target),
  row('write', 2.5, /\b(?:korrigiere|repariere|behebe|schreibe?|ändere|füge|ersetze|lösche|entferne|erstelle|ergänze|vervollständige)\b/iu),
  row('write', -2.5, /^\s*(?:what|why|how|where|which|who|when|explain|describe|show|tell|list|is|are|does|do|was|warum|wie|wo|was|welche|erkläre)\b/iu),
  row('write', -3, /\b(?:don'?t|do not|without) (?:change|edit|modify|touch|write|fix)\b|\bread[- ]only\b/iu),

  row('run', 3.5, /^\s*(?:please\s+)?(?:run|execute|start|launch|rerun|re-run)\b/iu),
  row('run', 2.5, /\b(?:run|execute|start|launch|rerun)\s+(?:the\s+|all\s+|my\s+)?(?:tests?|test suite|build|script|server|command|linter|benchmarks?|npm|pytest|cargo|go|make)\b/iu),
  row('run', 2.5, /\b(?:npm (?:run|test|install|ci)|pip install|pytest|cargo (?:test|build|run)|go (?:test|build|run)|make (?:-\w|(?:all|tests?|check|build|clean|install|lint|run|dist|docs|fmt|format|deploy|release|dev|serve|coverage|bench|ci|help)\b)|docker|git (?:status|log|diff|commit|push))\b/iu),
  row('run', 3.5, /^\s*(?:(?:npm|npx|pnpm|yarn|pip3?|pytest|cargo|go|docker|git|mvn|gradle|dotnet|node|python3?) [\w.-]+(?: \S+){0,6}|make(?: (?:-\S+|\w+=\S*|(?:all|tests?|check|build|clean|install|lint|run|dist|docs|fmt|format|deploy|release|dev|serve|coverage|bench|ci|help)))*)\s*$/iu),
  row('run', 3, /\b(?:do|are) (?:the |all |all the )?tests? (?:pass|green|fail)/iu),
  row('run', 2.5, /\bführe\b.*\baus\b|\bstarte\b/iu),
  row('run', -2, /\b(?:fix|implement|add|write|rewrite|refactor|change|update|complete)\b/iu),

  row('search', 3, /\b(?:find|search|grep|look for|locate|where (?:is|are|do|does|did|can|in)|which files?|all (?:places|occurrences|uses|files))\b/iu),
  row('search', 2, /\b(?:occurrences?|mentions?|TODOs?|defined|contain(?:s|ing)?)\b/u),
  row('search', 2.5, /\b(?:suche?|finde|wo (?:ist|wird|sind|steht))\b/iu),
  row('search', -2, /\b(?:fix|implement|rewrite|refactor|replace|add|remove)\b/iu),

  row('code-intelligence', 3.5, /\b(?:references?|callers?|call sites?|usages?|call graph|call hierarchy|who calls|what calls|implementations of|type of|signature|symbols?|outline)\b/iu),
  row('code-intelligence', 3, /\b(?:diagnostics?|type errors?|syntax errors?|lint(?:er)? (?:errors?|warnings?)|unused)\b/iu),
  row('read', -2, /\b(?:references?|callers?|call sites?|usages?|signature|symbols?|diagnostics?|type errors?)\b/iu),
  row('code-intelligence', 3, /\b(?:go to definition|definition of|rename)\b/iu),
  row('code-intelligence', -1.5, /\b(?:fix|implement|rewrite|refactor|write)\b/iu),

  row('plan', 3.5, /\b(?:make|write|draft|create|give me|propose|need)\s+(?:me\s+)?(?:an?\s+|the\s+)?(?:\w+\s+)?(?:plan|roadmap|design|strategy|breakdown)\b/iu),
  row('plan', 3.5, /^\s*(?:plan|design|outline the steps|break (?:this|it) down)\b|\bstep[- ]by[- ]step\b|\bfirst plan\b/iu),
  row('plan', 2, /\b(?:architecture|approach|how (?:would|should) (?:you|we|i) (?:implement|build|structure|approach))\b/iu),
  row('plan', 2.5, /\b(?:plane|entwirf|schritt für schritt)\b/iu),

  row('read', 2.5, /^\s*(?:please\s+)?(?:read|open|show|display|print|view|look at|summari[sz]e|explain|describe|walk me through|review|list)\b/iu),
  row('read', 2.5, /^\s*(?:what|how|why|when|which|who)\b.*\b(?:file|function|class|method|module|code|project|test|script|it|this|that|config)\b/iu),
  row('read', 1.5, target),
  row('read', 2, /\b(?:what does|how does|why does|what is in|what's in|contents? of|erkläre?|was macht|wie funktioniert|zeige?)\b/iu),
  row('read', -1.5, /\b(?:fix|implement|rewrite|refactor|add|remove)\b/iu),

  row('web', 3.5, /\bhttps?:\/\/\S+/iu),
  row('web', 3, /\b(?:fetch|download|browse|look up online|search the web|on the web|website|web ?page|url)\b/iu),
  row('web', -2, /\b(?:function|class|method|component|handler|endpoint|server)\b/iu),

  row('respond', 3.5, /^\s*(?:hi|hello|hey|hallo|good (?:morning|evening|day)|thanks?(?: you)?|thank you|danke|bye|cheers|servus|moin)\b[\s!.,]*(?:there|whittle|all|again|so much|very much)?[\s!.,?]*$/iu),
  row('respond', 3.5, /\b(?:who are you|what can you do|how are you|your name|are you (?:an? )?(?:ai|bot|model|there))\b/iu),
  row('respond', 2.5, /^\s*(?:what(?:'s| is| are)|explain|define|compare|tell me about|difference between|was ist)\b(?!.*\b(?:this|the|my|our|file|project|code|here|function|repo)\b)/iu),
  row('respond', 1.5, /\b(?:difference between|what is an?)\b/iu),
  row('respond', 2, /\b(?:in general|generally|conceptually|pros and cons|best practice|joke|poem|opinion|do you (?:think|prefer|know))\b/iu),
  row('respond', -2.5, target),
  row('respond', -2, /\b(?:fix|implement|rewrite|refactor|run|this (?:file|project|code|function|repo)|in (?:the|this|my) (?:project|code|repo|file))\b/iu),
];

/** Who wins a near tie, first to last. */
export const tieOrder: readonly Category[] = ['write', 'run', 'code-intelligence', 'search', 'plan', 'read', 'web', 'respond'];

/** A yes in the languages of the interface: the running task goes on. */
export const affirmation = /^\s*(?:y|yes|yep|yeah|yup|ok(?:ay)?|k|sure|go|go on|go ahead|continue|proceed|do it|please do|right|correct|exactly|sounds good|lgtm|next|option\s+\w{1,3}|#?\d{1,2}|the (?:first|second|third|last)(?: one)?|ja|jawohl|genau|passt|mach(?:e)?(?: das| weiter)?|weiter|gerne|bitte|👍|👌|✅|\+1)(?:[\s,.!]+(?:please|bitte|thanks|danke|go on|do it|go ahead|weiter))?[\s.!👍]*$/iu;

/** Signs of a request with several steps: it starts with a plan. */
export const severalSteps: readonly RegExp[] = [
  /(?:^|\n)\s*(?:\d+[.)]|[-*+])\s+\S.*\n\s*(?:\d+[.)]|[-*+])\s+\S/u,
  /\b(?:and then|then|after that|afterwards|finally|danach|anschließend|zum schluss)\b/iu,
  /\bstep[- ]by[- ]step\b|\bmake a plan\b|\bplan\b.*\bfirst\b|\bin (?:two|three|four|five|several) steps\b/iu,
  /\b(?:fix|add|write|update|change|implement|rewrite|refactor|remove|rename|create)\b.{3,160}?(?:,|;|\band\b)\s*(?:also\s+)?(?:fix|add|write|update|change|implement|rewrite|refactor|remove|rename|create|document|run)\b/isu,
];
