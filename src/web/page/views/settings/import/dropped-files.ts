import type { ChosenFile } from './import-file.ts'

/** More than any mailbox or export has. */
const MAX_FILES = 20_000

/** The files that somebody dropped, also those in folders. Call it at once, because the browser forgets them. */
export async function droppedFiles(items: Iterable<DataTransferItem>): Promise<ChosenFile[]> {
  const entries: FileSystemEntry[] = []
  const found: ChosenFile[] = []
  for (const item of items) {
    const entry = item.webkitGetAsEntry()
    const file = entry ? null : item.getAsFile()
    if (entry) entries.push(entry)
    else if (file) found.push({ path: file.name, file })
  }
  const walk = async (entry: FileSystemEntry): Promise<void> => {
    if (found.length >= MAX_FILES) return
    if (isFile(entry)) found.push({ path: entry.fullPath, file: await fileOf(entry) })
    else if (isFolder(entry)) for (const inside of await entriesIn(entry)) await walk(inside)
  }
  for (const entry of entries) await walk(entry)
  return found
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** Browsers give at most a hundred at a time. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}
