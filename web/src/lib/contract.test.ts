/** Every field that the server sends is read by a page, or there is a reason why it is sent.
 *
 * The compiler says which field of which type an expression reads; ESLint shows it every expression,
 * also those in the markup of components.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ESLint, type Rule } from 'eslint';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript';
import tseslint, { type Config } from 'typescript-eslint';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CONTRACT = fileURLToPath(new URL('contract.ts', import.meta.url));

/** An event says all of what happened, as the engine tells it; a page that animates needs less. */
const EVENT = /^\w+Event\./;

/** What else pages do not read, and why the server sends it all the same. */
const SENT_ANYWAY: Record<string, string> = {
  'AckMessage.seq': 'the number of events now stored, which the next choice must name',
  'WelcomeMessage.seq': 'tells who comes back how much was missed, before the scene is there',
  'PongMessage.id': 'which ping it answers',
  'NearShownMessage.id': 'which question it answers',
  'ReasonMessage.id': 'which question it answers',
  'ReasonMessage.choice': 'the same for clients that give their messages no ids',
  'Card.group': 'printed on the task: its type',
  'Card.advanced': 'printed on the task: the first game does without it',
  'Catalogue.digest': 'says whether a kept copy of the cards is still the one in play',
  'Extras.beings': 'a planner counts the cards to come; people read it in the log',
  'Extras.legends': 'the same of legends',
  'Scene.extras': 'holds the two above',
  'Scene.extra_turns': 'whose turn is next; people read it in the log',
  'Scene.may_borrow': 'why enemy pieces stand in; people see it in the ways that are offered',
  'Made.invite': 'a program that makes tables passes it on without asking again',
  'SeatRow.bot': 'the level of a bot, for programs; people read its name',
  'SetUp.rest': 'comes back with all else that is set up; the page does not change it',
  'TableRow.name': 'given by programs that make many tables, to tell them apart',
  'TableRow.public': 'whether strangers find the table, for whoever made it',
  'TableRow.result': 'the places, for lists of finished games',
};

interface Services {
  program: ts.Program | null;
  getTypeAtLocation(node: unknown): ts.Type;
}

/** A rule that refuses nothing: it notes which fields of the contract are read. */
function noting(read: Set<string>): Rule.RuleModule {
  return {
    create(context) {
      const services = context.sourceCode.parserServices as unknown as Services;
      if (!services.program) throw new Error(`${context.filename} is not checked by the compiler`);
      const checker = services.program.getTypeChecker();
      const note = (of: unknown, name: string) => {
        const whole = checker.getNonNullableType(services.getTypeAtLocation(of));
        for (const type of whole.isUnion() ? whole.types : [whole])
          for (const declared of type.getProperty(name)?.declarations ?? [])
            if (declared.getSourceFile().fileName === CONTRACT)
              read.add(`${(declared.parent as ts.InterfaceDeclaration).name.text}.${name}`);
      };
      return {
        MemberExpression(node) {
          if (node.property.type === 'Identifier' && !node.computed)
            note(node.object, node.property.name);
        },
        ObjectPattern(node) {
          for (const part of node.properties)
            if (part.type === 'Property' && part.key.type === 'Identifier')
              note(node, part.key.name);
        },
        'BinaryExpression[operator="in"]'(node: Rule.Node) {
          if (node.type !== 'BinaryExpression' || node.left.type !== 'Literal') return;
          if (typeof node.left.value === 'string') note(node.right, node.left.value);
        },
      };
    },
  };
}

/** All fields of what the server sends; in the file it comes before what the server reads. */
function sent(): string[] {
  const text = readFileSync(CONTRACT, 'utf8');
  const file = ts.createSourceFile(CONTRACT, text, ts.ScriptTarget.ES2022, true);
  const found: string[] = [];
  const names: string[] = [];
  for (const one of file.statements) {
    if (!ts.isInterfaceDeclaration(one) && !ts.isTypeAliasDeclaration(one)) continue;
    const name = one.name.text;
    if (name < (names.at(-1) ?? '')) break;
    names.push(name);
    if (ts.isInterfaceDeclaration(one))
      found.push(...one.members.map((member) => `${name}.${member.name!.getText()}`));
  }
  return found;
}

it('sends nothing that nobody reads', async () => {
  const read = new Set<string>();
  const checked = {
    parser: tseslint.parser,
    projectService: true,
    tsconfigRootDir: ROOT,
    extraFileExtensions: ['.svelte'],
  };
  const eslint = new ESLint({
    cwd: ROOT,
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.ts'],
        languageOptions: { parser: tseslint.parser, parserOptions: checked },
      },
      ...svelte.configs.base,
      {
        files: ['**/*.svelte', '**/*.svelte.ts'],
        languageOptions: { parserOptions: checked },
      },
      { plugins: { contract: { rules: { read: noting(read) } } }, rules: { 'contract/read': 2 } },
    ] as Config as ESLint.Options['overrideConfig'],
  });
  const results = await eslint.lintFiles(['src/**/!(*.test).ts', 'src/**/*.svelte']);
  const broken = results.flatMap((one) => one.messages.filter((message) => message.fatal));
  expect(broken).toEqual([]);
  const fields = sent();
  expect(fields).toContain('Scene.board');
  expect(read).toContain('Scene.board');
  const unread = fields.filter((field) => !EVENT.test(field) && !read.has(field));
  expect(unread.sort()).toEqual(Object.keys(SENT_ANYWAY).sort());
}, 120_000);
