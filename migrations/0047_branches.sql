CREATE TABLE `branch` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`lane` text NOT NULL,
	`place` integer NOT NULL,
	`parent_id` integer,
	`chosen` integer NOT NULL,
	`shown` integer NOT NULL,
	FOREIGN KEY (`place`) REFERENCES `message`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`parent_id`) REFERENCES `branch`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `branch_place` ON `branch` (`lane`,`place`);--> statement-breakpoint
CREATE INDEX `branch_shown` ON `branch` (`lane`) WHERE shown;--> statement-breakpoint
CREATE INDEX `branch_hidden` ON `branch` (`lane`) WHERE not shown;--> statement-breakpoint
CREATE INDEX `branch_parent` ON `branch` (`parent_id`);--> statement-breakpoint
CREATE TABLE `branch_message` (
	`message_id` integer PRIMARY KEY NOT NULL,
	`branch_id` integer NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`branch_id`) REFERENCES `branch`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `branch_message_order` ON `branch_message` (`branch_id`,`message_id`);