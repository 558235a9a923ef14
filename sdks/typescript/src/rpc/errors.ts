/** What can go wrong with a host. */

/** The host answered a command with a failure. */
export class CommandFailed extends Error {
  override readonly name = "CommandFailed";
  readonly code = "RPC_COMMAND_FAILED";
  /** The command that failed. */
  readonly command: string;

  constructor(command: string, message: string) {
    super(`${command}: ${message}`);
    this.command = command;
  }
}

/** The host could not be started, or has ended. */
export class HostGone extends Error {
  override readonly name = "HostGone";
  readonly code = "RPC_HOST_GONE";
  /** Its exit status, where it has one. */
  readonly status: number | string | null;

  constructor(message: string, status: number | string | null) {
    super(message);
    this.status = status;
  }
}
