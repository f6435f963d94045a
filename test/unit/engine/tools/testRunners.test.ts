/** The test command a project's files call for, and real runs of the runners that are installed here. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { runTests } from '../../../../src/engine/tools/runTests';
import { findTestCommand, isTestFile } from '../../../../src/engine/tools/testRunners';
import type { ToolSettings } from '../../../../src/engine/tools/tool';
import { withDisk } from '../../../support/diskContext';
import type { Tree } from '../../../support/temporary';

function check(name: string, tree: Tree, expected: string | undefined, filtered?: readonly [filter: string, line: string | undefined], settings: Partial<ToolSettings> = {}): void {
  it(`${name}: ${expected ?? 'none'}`, () =>
    withDisk(tree, { settings }, async (context) => {
      const found = await findTestCommand(context);
      assert.equal(found?.line, expected);
      if (filtered !== undefined) assert.equal(found?.filtered(filtered[0]), filtered[1]);
    }));
}

const script = (test: string): string => JSON.stringify({ scripts: { test } });

describe('findTestCommand', () => {
  check('nothing', { 'a.py': '' }, undefined);
  check('a setting wins', { 'package.json': script('mocha') }, 'make check', ['x', undefined], { testCommand: 'make check' });
  check('npm', { 'package.json': script('jest') }, 'npm test', ['src/a.test.js', 'npm test -- src/a.test.js']);
  check('npm with mocha', { 'package.json': script('mocha -r x') }, 'npm test', ["it's", "npm test -- --grep 'it'\\''s'"]);
  check('npm with an unknown script', { 'package.json': script('./check.sh') }, 'npm test', ['x', undefined]);
  check('pnpm', { 'package.json': script('vitest run'), 'pnpm-lock.yaml': '' }, 'pnpm test', ['adds', 'pnpm test -t adds']);
  check('yarn', { 'package.json': script('jest'), 'yarn.lock': '' }, 'yarn test');
  check('the script npm init makes', { 'package.json': script('echo "Error: no test specified" && exit 1') }, undefined);
  check('node:test without a script', { 'package.json': '{}', 'test/a.test.mjs': "import test from 'node:test'" }, 'node --test');
  check('mocha without a script', { 'package.json': '{}', 'test/a.js': 'it()', 'node_modules/.bin/mocha': '' }, 'npx --no-install mocha');
  check('pytest by its functions', { 'test_a.py': 'def test_a(): pass\n' }, 'python3 -m pytest -q', ['test_a.py::test_a', 'python3 -m pytest -q test_a.py::test_a']);
  check('pytest by its settings', { 'pyproject.toml': '[tool.pytest.ini_options]\n', 'tests/test_a.py': 'import unittest\n' }, 'python3 -m pytest -q', ['a and b', "python3 -m pytest -q -k 'a and b'"]);
  check('unittest', { 'tests/__init__.py': '', 'tests/test_a.py': 'import unittest\n' }, 'python3 -m unittest discover -s tests -t .', ['test_a', 'python3 -m unittest discover -s tests -t . -k test_a']);
  check('unittest at the root', { 'test_a.py': 'from unittest import TestCase\n' }, 'python3 -m unittest discover');
  check('an interpreter of its own', { 'test_a.py': 'def test_a(): pass\n' }, 'python3.12 -m pytest -q', undefined, { sandboxPython: 'python3.12' });
  check('a virtual environment', { 'test_a.py': 'def test_a(): pass\n', '.venv/bin/python': { link: '/usr/bin/env' } }, '.venv/bin/python -m pytest -q');
  check('django', { 'manage.py': '', 'app/test_a.py': 'from django.test import TestCase\n' }, 'python3 manage.py test');
  check('go', { 'go.mod': 'module x\n', 'a_test.go': '' }, 'go test -v ./...', ['TestA', 'go test -v ./... -run TestA']);
  check('cargo', { 'Cargo.toml': '', 'src/lib.rs': '#[test]\nfn a() {}\n' }, 'cargo test', ['adds', 'cargo test adds']);
  check('cargo without tests', { 'Cargo.toml': '', 'src/lib.rs': 'fn a() {}\n' }, undefined);
  check('maven', { 'pom.xml': '', 'src/test/java/ATest.java': '' }, 'mvn -B test', ['ATest', 'mvn -B test -Dtest=ATest']);
  check('gradle', { 'build.gradle.kts': '', gradlew: '', 'src/test/kotlin/ATest.kt': '' }, 'sh gradlew test', ['ATest', 'sh gradlew test --tests ATest']);
  check('dotnet', { 'x.sln': '', 'x.Tests/ATests.cs': '' }, 'dotnet test', ['Name=A', 'dotnet test --filter Name=A']);
  check('rspec', { Gemfile: '', 'spec/a_spec.rb': '' }, 'bundle exec rspec', ['spec/a_spec.rb', 'bundle exec rspec spec/a_spec.rb']);
  check('phpunit', { 'phpunit.xml': '', 'vendor/bin/phpunit': '' }, 'vendor/bin/phpunit', ['testA', 'vendor/bin/phpunit --filter testA']);
  check('ctest', { 'CMakeLists.txt': 'enable_testing()\n' }, 'cmake -S . -B build && cmake --build build && ctest --test-dir build --output-on-failure');
  check('make', { Makefile: 'all:\n\tx\n\ntest: all\n\t./run\n' }, 'make test');
  check('a filter that is an option', { 'package.json': script('jest') }, 'npm test', ['--passWithNoTests', undefined]);

  it('knows test files by the customs of their languages', () => {
    for (const path of ['test_a.py', 'a_test.py', 'tests/x/y.py', 'a.test.ts', 'a.spec.jsx', '__tests__/a.js', 'a_test.go', 'a_spec.rb', 'src/test/ATest.java', 'ATests.cs', 'tests/a.rs']) assert.ok(isTestFile(path), path);
    for (const path of ['a.py', 'contest.py', 'latest.ts', 'attest.go', 'src/testing.js', 'Testament.java']) assert.ok(!isTestFile(path), path);
  });
});

/** Whether a program is installed and answers. */
const installed = (line: string): boolean => spawnSync('bash', ['-c', line], { stdio: 'ignore', timeout: 20_000 }).status === 0;

describe('real runs', function () {
  this.timeout(180_000);
  function real(name: string, probe: string, tree: Tree, words: RegExp): void {
    it(name, function () {
      if (!installed(probe)) this.skip();
      return withDisk(tree, { answers: ['run'], settings: { commandTimeout: 150_000 } }, async (context) => {
        const result = await runTests.run({}, context);
        assert.match(result.text, words);
        assert.equal(result.ok, false);
        assert.notEqual(context.record.lastTests?.failures, '');
      });
    });
  }
  real('pytest', 'python3 -m pytest --version', { 'test_a.py': 'def test_a():\n    assert 1 == 2\n\ndef test_b():\n    pass\n' }, /failed \(1 passed, 1 failed\)[^]*assert 1 == 2/);
  real('pytest that collects nothing', 'python3 -m pytest --version', { 'pytest.ini': '[pytest]\n', 'test_a.py': 'x = 1\n' }, /no test was collected/);
  real('node:test', 'node --version', { 'package.json': script('node --test'), 'a.test.js': "const t = require('node:test'); t('good', () => {}); t('bad', () => { throw new Error('why'); });\n" }, /failed \(1 passed, 1 failed\)/);
  real('go', 'go version', { 'go.mod': 'module x\n\ngo 1.20\n', 'a_test.go': 'package x\n\nimport "testing"\n\nfunc TestA(t *testing.T) {}\n\nfunc TestB(t *testing.T) { t.Fatal("why") }\n' }, /failed \(1 passed, 1 failed\)[^]*why/);
});
