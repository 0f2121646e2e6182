/** Everything that an answer can hold, and what breaks a page: long words, wide tables, wide code. */
export const richAnswer = `# The move of the archive

Here is what I found, **in short**: the old disk has *two* weeks left, and ~~three~~ four folders are not copied yet. See [the report](https://example.org/report) or https://example.org/a/very/long/address/that/goes/on/and/on/and/on/and/on/until/it/ends?with=a&query=string_without_any_place_to_break_it_at_all.

## What to do next

1. Stop the nightly job with \`systemctl stop archive-nightly.timer\`.
2. Copy the folders:
   - \`photos/\` (41 GB), the largest
   - \`letters/\`, of which

     some have names that are no UTF-8
   - \`music/\`
3. Start it again.

### The command

\`\`\`sh
rsync --archive --hard-links --acls --xattrs --partial --info=progress2 --exclude='*.tmp' /mnt/old-disk/archive/ /mnt/new-disk/archive/
echo "done"   # and nothing else
\`\`\`

| Folder | Files | Size | Last change | Copied | Remark |
|:---|---:|---:|:---:|---|---|
| photos | 18,204 | 41 GB | 2026-03-01 | no | two of them cannot be read; they are in the list below |
| letters | 902 | 0.3 GB | 2025-12-24 | no | Windows_1252_names_with_underscores_everywhere |
| music | 7,115 | 63 GB | 2024-07-19 | yes | |

> The disk says of itself that it is well. I do not believe it:
> it has moved 312 sectors.

---

Und auf Deutsch: die Platte schafft es noch bis Ende März. 日本語でも大丈夫です。

هذا سطر يُقرأ من اليمين إلى اليسار.

![a picture of the disk](https://example.org/disk.png) <img src=x onerror=alert(1)> <script>alert(2)</script>

**Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft${'x'.repeat(80)}**
`
