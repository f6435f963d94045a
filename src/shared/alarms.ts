/** Names the changed files that somebody's program runs or obeys by itself, so that nobody applies one for an ordinary file. */
import type { FileChange } from './changes';

/** Where the files of a kind lie, in any case, and what becomes of them: a sentence for the person. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\/)(?:\.vscode\/[^/]+\.(?:json|jsonc)|[^/]+\.code-workspace|\.devcontainer\/.+|\.devcontainer\.json|\.(?:idea|vs|zed|fleet|theia)\/.+|\.(?:nvim|lvim|ex|vim)rc|\.nvim\.lua|\.dir-locals\.el|[^/]+\.sublime-project)$/, 'An editor may run what it says as soon as it is there.'],
  [/(?:^|\/)(?:\.envrc|\.mise\.toml|mise\.toml|\.autoenv(?:\.zsh)?|\.bashrc|\.bash_profile|\.profile|\.zshrc|\.zshenv)$/, 'A shell may run it when somebody enters the folder.'],
  [/(?:^|\/)(?:\.husky\/.+|\.githooks\/.+|\.?lefthook[^/]*\.(?:ya?ml|toml|json)|\.pre-commit-(?:config|hooks)\.yaml|\.(?:simple-git-hooks|lintstaged|huskyrc)[^/]*|\.gitmodules|\.gitconfig|\.overcommit\.yml)$/, 'Git may run what it says with the next commit or checkout.'],
  [/(?:^|\/)(?:\.(?:github|gitea|forgejo)\/(?:workflows|actions)\/.+|\.gitlab-ci[^/]*\.yml|\.circleci\/.+|\.buildkite\/.+|\.(?:travis|drone|appveyor)\.yml|azure-pipelines[^/]*\.ya?ml|bitbucket-pipelines\.yml|jenkinsfile|cloudbuild\.ya?ml)$/, 'A build server runs it with its own keys once it is pushed.'],
  [/(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.c?js|pnpm-workspace\.yaml|bunfig\.toml|\.cargo\/config(?:\.toml)?|pip\.conf|\.mvn\/.+|gradle-wrapper\.(?:properties|jar)|nuget\.config|\.bundle\/config|binding\.gyp|sitecustomize\.py|usercustomize\.py|[^/]+\.pth)$/, 'It decides where packages come from, or what installing and starting things runs.'],
  [/(?:^|\/)(?:\.mcp\.json|\.(?:claude|cursor|windsurf|codex|gemini|continue|roo|cline)\/.+)$/, 'Another coding agent may run what it says.'],
  [/(?:^|\/)(?:agents|claude|gemini)\.md$|(?:^|\/)(?:\.(?:cursor|windsurf|cline|roo)rules|\.github\/copilot-instructions\.md|\.goosehints)$/, 'Coding agents take what it says for orders.'],
];
/** Scripts of a package that run with an installation, unasked. */
const INSTALLING = /^(?:pre|post)?(?:install|prepare|pack|publish)$|^prepublish(?:only)?$|^dependencies$/i;

/** What a person should know before this is applied; undefined for an ordinary file, and for one that is only taken away. */
export function alarmOf({ path, before, after, mode }: FileChange): string | undefined {
  if (after === null) return undefined;
  const name = path.toLowerCase();
  const kind = KINDS.find(([pattern]) => pattern.test(name))?.[1];
  if (kind !== undefined) return kind;
  if (/(?:^|\/)package\.json$/.test(name)) {
    const [then, now] = [scripts(before), scripts(after)];
    const changed = Object.keys(now).filter((script) => INSTALLING.test(script) && then[script] !== now[script]);
    if (changed.length > 0) return `Its script ${changed.join(', ')} runs with the next installation of packages.`;
  }
  return mode !== undefined && (mode & 0o111) !== 0 ? 'It is made executable.' : undefined;
}

function scripts(bytes: Uint8Array | null): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array())) as { readonly scripts?: unknown } | null;
    return typeof value?.scripts === 'object' && value.scripts !== null ? value.scripts as Record<string, unknown> : {};
  } catch {
    // No JSON: nothing runs a script of it.
    return {};
  }
}
