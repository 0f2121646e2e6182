CREATE TABLE `job` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`name` text NOT NULL,
	`person_id` integer NOT NULL,
	`chat` text,
	`lane` text,
	`route` text,
	`destinations` text NOT NULL,
	`due` text NOT NULL,
	`timezone` text NOT NULL,
	`text` text NOT NULL,
	`options` text NOT NULL,
	`state` text NOT NULL,
	`next_at` integer,
	`again_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `job_next` ON `job` (`next_at`) WHERE state = 'active' and next_at is not null;--> statement-breakpoint
CREATE INDEX `job_again` ON `job` (`again_at`) WHERE again_at is not null;--> statement-breakpoint
CREATE INDEX `job_person` ON `job` (`person_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `job_file` ON `job` (`kind`,`name`) WHERE source = 'file' and state <> 'removed';--> statement-breakpoint
CREATE TABLE `job_run` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`instant` integer NOT NULL,
	`state` text NOT NULL,
	`task_id` integer,
	`sources` text,
	`places` text,
	`result` text,
	`extras` text,
	`trust` text,
	`quiet` integer DEFAULT false NOT NULL,
	`done` integer DEFAULT false NOT NULL,
	`held_until` integer,
	`reason` text,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`task_id`) REFERENCES `task`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `job_run_instant` ON `job_run` (`job_id`,`instant`);--> statement-breakpoint
CREATE INDEX `job_run_task` ON `job_run` (`task_id`) WHERE task_id is not null;--> statement-breakpoint
CREATE INDEX `job_run_open` ON `job_run` (`id`) WHERE state in ('queued', 'held');