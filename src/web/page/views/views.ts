import { activityView } from './activity/activity-view.tsx'
import { chatsView } from './chats/chats-view.tsx'
import { healthView } from './health/health-view.tsx'
import { memoryView } from './memory/memory-view.tsx'
import { scheduleView } from './schedule/schedule-view.tsx'
import { settingsView } from './settings/settings-view.tsx'
import { usageView } from './usage/usage-view.tsx'
import type { View } from './view.ts'

/** In the order of the rail. The first is where an address that names no view leads. */
export const views: [View, ...View[]] = [
  chatsView,
  memoryView,
  activityView,
  scheduleView,
  usageView,
  healthView,
  settingsView,
]
