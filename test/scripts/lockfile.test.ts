import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Entry {
  version?: string
  integrity?: string
  link?: boolean
  optional?: boolean
  resolved?: string
  optionalDependencies?: Record<string, string>
}

const text = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')
const { packages } = JSON.parse(text) as { packages: Record<string, Entry> }

test('the lockfile has the binaries of every platform, or npm ci would refuse it', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  )
  expect(missing, 'run node scripts/complete-lockfile.mjs').toEqual([])
})

test('the lockfile names no registry, so that everybody installs from their own', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([])
})

/** Binaries for platforms that the registry in use does not carry, so that nobody could ask for their hashes. */
const withoutIntegrity = {
  '@biomejs/cli-': 'android-arm64 android-x64 darwin-arm64 darwin-x64 win32-arm64 win32-x64',
  '@msgpackr-extract/msgpackr-extract-': 'darwin-arm64 darwin-x64 linux-arm win32-x64',
  '@oxc-parser/binding-':
    'android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf linux-arm-musleabihf linux-ppc64-gnu linux-riscv64-gnu linux-riscv64-musl linux-s390x-gnu openharmony-arm64 win32-arm64-msvc win32-ia32-msvc win32-x64-msvc',
  '@oxlint-tsgolint/': 'darwin-arm64 darwin-x64 win32-arm64 win32-x64',
  '@oxlint/binding-':
    'android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf linux-arm-musleabihf linux-ppc64-gnu linux-riscv64-gnu linux-riscv64-musl linux-s390x-gnu openharmony-arm64 win32-arm64-msvc win32-ia32-msvc win32-x64-msvc',
  '@rolldown/binding-':
    'android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf linux-ppc64-gnu linux-s390x-gnu openharmony-arm64 win32-arm64-msvc win32-x64-msvc',
}

test('every entry of the lockfile has its hash, but for the binaries listed here', () => {
  const listed = Object.entries(withoutIntegrity).flatMap(([family, platforms]) =>
    platforms.split(' ').map((platform) => `node_modules/${family}${platform}`),
  )
  const without = Object.entries(packages).filter(([path, { integrity, link }]) => path && !integrity && !link)
  const says = 'run node scripts/complete-lockfile.mjs, and list here what it says the registry lacks'
  expect(without.map(([path]) => path).toSorted(), says).toEqual(listed.toSorted())
  // What a machine needs is never among them.
  expect(without.filter(([, { optional }]) => !optional)).toEqual([])
  expect(Object.values(packages).filter(({ integrity }) => integrity && !integrity.startsWith('sha512-'))).toEqual([])
})
