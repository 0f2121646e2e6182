import { join } from 'node:path'
import { stringify } from 'smol-toml'
import { ConfigError } from '../domain/errors.ts'
import { parseToml } from './config-file.ts'
import { secretPaths } from './key-paths.ts'
import { type Overrides, overridesText } from './overrides/override-file.ts'
import { valueAt } from './problems/problems.ts'
import { isReference } from './secret.ts'
import { withAssignment } from './toml-edit.ts'

type Tree = Record<string, unknown>

/** The configuration without the secrets that it holds itself. References such as `env:NAME` stay: they only say where one is. */
export function withoutSecrets(file: string, text: string): string {
  const tree = parseToml(file, text)
  const paths = ownSecrets(tree)
  const edited = paths.reduce((before, path) => withoutKey(file, before, path), text)
  // A former value may also stand in a comment.
  return paths.reduce((before, path) => before.replaceAll(String(valueAt(tree, path)), '(left out)'), edited)
}

function withoutKey(file: string, text: string, path: string[]): string {
  const [key = '', table] = [path.at(-1), path.slice(0, -1)]
  try {
    return withAssignment(file, text, { table, replaces: [key], set: undefined })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    // Written in a way that only a person should edit. Its comments are lost, but no secret is kept.
    const tree = parseToml(file, text)
    remove(tree, path)
    return stringify(tree)
  }
}

/** The same for what was set on the page. */
export function overridesWithoutSecrets(overrides: Overrides): string {
  const kept = [...overrides].flatMap(([name, { value, file }]) => {
    const path = name.split('.')
    const tree = structuredClone(nest(path, value))
    for (const secret of ownSecrets(tree)) remove(tree, secret)
    const left = valueAt(tree, path)
    return left === undefined ? [] : [[name, { value: left, file }] as const]
  })
  return overridesText(new Map(kept))
}

/** The names of the files in a folder that these settings take a secret from. */
export function secretFilesIn(folder: string, trees: unknown[]): string[] {
  const prefix = `file:${join(folder, '/')}`
  const names = trees.flatMap((tree) =>
    secretPaths(tree)
      .map((path) => valueAt(tree, path))
      .filter((value) => typeof value === 'string')
      .filter((value) => value.startsWith(prefix))
      .map((value) => value.slice(prefix.length)),
  )
  return [...new Set(names)].filter((name) => !name.includes('/'))
}

export function overrideTrees(overrides: Overrides): Tree[] {
  return [...overrides].map(([name, { value }]) => nest(name.split('.'), value))
}

function ownSecrets(tree: unknown): string[][] {
  return secretPaths(tree).filter((path) => {
    const value = valueAt(tree, path)
    return typeof value === 'string' && !isReference(value)
  })
}

function nest(path: string[], value: unknown): Tree {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Tree
}

function remove(tree: Tree, path: string[]): void {
  const parent = valueAt(tree, path.slice(0, -1)) as Tree | undefined
  if (parent && path.length > 0) delete parent[path.at(-1) ?? '']
}
