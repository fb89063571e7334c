struct PageDriver { func run() throws {} }
