process.stderr.write("cannot find module weather\n");
process.exit(1);
