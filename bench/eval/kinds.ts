import type { Kind } from './conversation.ts'
import { changes, counts, facts, plans } from './kinds/assistant-chat.ts'
import { german } from './kinds/german.ts'
import { group } from './kinds/group-chat.ts'
import { householdLetters } from './kinds/household-letters.ts'
import { secrets } from './kinds/secrets.ts'

export const kinds: Kind[] = [facts, changes, plans, counts, group, secrets, german, householdLetters]
