CREATE TABLE `epoch` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`lane` text NOT NULL,
	`brain` text NOT NULL,
	`session` text NOT NULL,
	`prompt` text NOT NULL,
	`terms` text NOT NULL,
	`trust` text NOT NULL,
	`seen` integer NOT NULL,
	`turns` integer DEFAULT 0 NOT NULL,
	`context_tokens` integer DEFAULT 0 NOT NULL,
	`window_tokens` integer,
	`opened_at` integer NOT NULL,
	`used_at` integer NOT NULL,
	`closed_at` integer,
	`reason` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `epoch_session` ON `epoch` (`session`);--> statement-breakpoint
CREATE UNIQUE INDEX `epoch_open` ON `epoch` (`lane`) WHERE closed_at is null;--> statement-breakpoint
ALTER TABLE `task` ADD `epoch_id` integer REFERENCES epoch(id);